"""Words with part of speech, dictionary form, times and known names."""
