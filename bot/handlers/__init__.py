"""What the bot does, a topic a module: plain functions from an Ask and a Book to a Reply."""
