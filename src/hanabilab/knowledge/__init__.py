"""What follows from a view: cards not seen (`unseen`), and what is known of a hand (`hands`)."""
