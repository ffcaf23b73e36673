"""The loop of model turns and tool calls, and its replay after a crash. Pure: models and tools are ports.

`loop.run_tool_loop` is what nodes and chats call.
"""
