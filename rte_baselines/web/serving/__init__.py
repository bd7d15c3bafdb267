"""Pages in the user's browser, served to this machine only and safe from other pages."""
