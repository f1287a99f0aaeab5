"""Exact deduction on real games: held against brute force and Z3, timed, and calibrated.

python -m hanabilab.studies.deduction agree [--games FILE] [--views 2100] [--out DIR]
python -m hanabilab.studies.deduction calibrate [--games FILE] [--out DIR]
"""
