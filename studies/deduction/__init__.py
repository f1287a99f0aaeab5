"""Exact deduction on real games: held against brute force and Z3, timed, and calibrated.

python -m studies.deduction agree [--games FILE] [--views 2100] [--out DIR]
python -m studies.deduction calibrate [--games FILE] [--out DIR]
"""
