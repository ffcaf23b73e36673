"""Loop of model turns and tool calls, replayable after a crash. Pure: models and tools are ports.

Nodes and chats call `loop.run_tool_loop`.
"""
