"""Offline stand-in for the public sources, made of judgments written for this project.

Here belong the sample texts, the renderers that give them each source's mark-up, the generator for load
tests and the loopback server that speaks the sources' protocols. Nothing here reads another part of
`legal_assets`, and nothing that a real source published is copied here.
"""
