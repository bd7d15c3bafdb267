"""Pages in the browser: recognizers to be tried, with a JSON API, and rules to be judged."""
