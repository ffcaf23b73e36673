"""One call of a tool, from the model's wish to the audited result: gateway, toolbox, approvals, attempts, deadlines.

No framework. `gateway.ToolGateway` and `toolbox.GatewayToolbox` are what others use.
"""
