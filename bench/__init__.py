"""What is measured, each beside a reference that runs in the same minutes on the same machine."""
