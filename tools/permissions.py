"""The pure decision: may this caller use this tool here?"""
