"""The logs: what the kernels dealt, card by card.

``lane_log`` and ``plain_log`` read the logs of the two kernels into ``raw`` rounds; ``record``
puts every card in its place in the shoe and checks the kernel's counts.
"""
