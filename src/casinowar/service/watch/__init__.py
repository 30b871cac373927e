"""What surveillance sees, and the only things that it writes: dispute files and card counts."""
