"""Small changes of a spec, each tried on its own tests: which ones would nobody notice?"""
