"""Reports written for this project, rendered as PDF files, and the catalogues that list them.

Belongs here: their words, their pages, and answers in the form of two catalogues. Imports no other room.
"""
