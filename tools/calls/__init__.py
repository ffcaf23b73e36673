"""One tool call from the model's request to the audited result: gateway, approvals, attempts, deadlines. No framework.

Others use `gateway.ToolGateway` and `toolbox.GatewayToolbox`.
"""
