"""The compiled dealers: two kernels that deal the same game, and what they are made of.

``lockstep`` deals sixty-four shoes side by side: ``lanes`` holds their rows, ``first_cards`` and
``war_cards`` deal into them. ``one_by_one`` deals any house, card by card. Both draw from
``stream`` and add up each shoe with ``shoe_sums``; ``compiled`` turns them into machine code and
keeps it on disk.
"""
