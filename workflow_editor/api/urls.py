"""Addresses under /api/ that belong to workflows, runs and people."""

from django.urls import path

from tools.api.contract.routes import routes
from workflow_editor.api.views import (
    approvals,
    explanations,
    nodes,
    overview,
    run_answers,
    run_debugging,
    run_files,
    runs,
    triggers,
)
from workflow_editor.api.views.agent_versions import AgentVersionsView, AgentVersionView
from workflow_editor.api.views.agents import (
    AgentExportView,
    AgentImportView,
    AgentInventoryView,
    AgentsView,
    AgentTemplatesView,
    AgentToolsView,
    AgentUsesView,
    AgentView,
)
from workflow_editor.api.views.alerts import AlertRulesView, AlertRuleTestView, AlertRuleView, WorkflowAlertRulesView
from workflow_editor.api.views.comments import (
    CommentsView,
    CommentThreadsView,
    CommentThreadView,
    CommentView,
    WorkflowPeopleView,
)
from workflow_editor.api.views.conversations import (
    ChatAgentView,
    ConversationsView,
    ConversationView,
    TurnFeedbackView,
    TurnsView,
    WorkflowChatView,
    WorkflowConversationsView,
)
from workflow_editor.api.views.credential_uses import CredentialUsesView
from workflow_editor.api.views.evaluations import (
    EvaluationRoundCancelView,
    EvaluationRoundsView,
    EvaluationRoundView,
    EvaluationsView,
    EvaluationView,
)
from workflow_editor.api.views.forms import (
    FormPasswordView,
    FormSubmissionsView,
    FormSubmissionView,
    PublicFormView,
    SubmissionResultFileView,
)
from workflow_editor.api.views.graph import GraphView
from workflow_editor.api.views.health import HealthView, ReadyView
from workflow_editor.api.views.inbox import InboxItemView, InboxView
from workflow_editor.api.views.library import (
    LibraryView,
    WorkflowCallersView,
    WorkflowFavouriteView,
    WorkflowsChangeView,
    WorkflowsDeleteView,
)
from workflow_editor.api.views.members import MembersView
from workflow_editor.api.views.node_types import NodeTypesView, TemplateFiltersView
from workflow_editor.api.views.password_reset import EmailView, PasswordResetView
from workflow_editor.api.views.persistent_variables import TurnVariablesView, WorkflowVariablesView
from workflow_editor.api.views.preferences import PreferencesView
from workflow_editor.api.views.schema import DocsView, SchemaView
from workflow_editor.api.views.second_factor import (
    FactorsView,
    FactorView,
    PasskeyOptionsView,
    PasskeysView,
    RecoveryCodesView,
    TotpOfferView,
    TotpView,
)
from workflow_editor.api.views.second_step import (
    ConfirmationOptionsView,
    ConfirmationView,
    SecondStepOptionsView,
    SecondStepView,
)
from workflow_editor.api.views.session import OneSessionView, PasswordView, SessionsView, SessionView
from workflow_editor.api.views.setup import SetupLinkView, SetupView
from workflow_editor.api.views.shared_with_me import OneSharedWithMeView, SharedWithMeView
from workflow_editor.api.views.shares import (
    SharedConversationsView,
    SharedConversationView,
    SharedQuestionView,
    SharedView,
    SharesView,
    ShareView,
    WorkflowSharesView,
)
from workflow_editor.api.views.submissions import SubmissionColumnsView, SubmissionFileView, SubmissionsView
from workflow_editor.api.views.table_uses import TableUsesView
from workflow_editor.api.views.tokens import TokensView, TokenView
from workflow_editor.api.views.tool_uses import ToolUsesView
from workflow_editor.api.views.triggers import (
    BotServicesView,
    DeliveriesView,
    DeliveryReplyView,
    DeliveryView,
    DuePreviewView,
    RejectedAgainView,
    TriggerAddressView,
    TriggerBackfillView,
    TriggerListenView,
    TriggerLookView,
    TriggerPauseView,
    TriggerResumeView,
    TriggerStartView,
    TriggersView,
    TriggerView,
    WebhookSendersView,
    WorkflowTriggersView,
)
from workflow_editor.api.views.variables import VariablesView, VariableView
from workflow_editor.api.views.versions import InterfaceView, VersionsView, VersionView
from workflow_editor.api.views.workflow_tests import (
    RunTestView,
    WorkflowTestExportView,
    WorkflowTestResultsView,
    WorkflowTestsView,
    WorkflowTestView,
)
from workflow_editor.api.views.workflows import (
    WorkflowDuplicateView,
    WorkflowExportView,
    WorkflowImportView,
    WorkflowsView,
    WorkflowTemplatesView,
    WorkflowView,
)

urlpatterns = [
    *routes(approvals, explanations, nodes, overview, run_answers, run_debugging, run_files, runs, triggers),
    path("agents/<str:agent_id>/chat/", ChatAgentView.as_view()),
    path("agents/", AgentsView.as_view()),
    path("agents/templates/", AgentTemplatesView.as_view()),
    path("agents/import/", AgentImportView.as_view()),
    path("agents/inventory/", AgentInventoryView.as_view()),
    path("agents/<str:agent_id>/", AgentView.as_view()),
    path("agents/<str:agent_id>/uses/", AgentUsesView.as_view()),
    path("agents/<str:agent_id>/export/", AgentExportView.as_view()),
    path("agents/<str:agent_id>/versions/", AgentVersionsView.as_view()),
    path("agents/<str:agent_id>/versions/<int:number>/", AgentVersionView.as_view()),
    path("agents/<str:agent_id>/tools/", AgentToolsView.as_view()),
    path("agents/<str:agent_id>/conversations/", ConversationsView.as_view()),
    path("agents/<str:agent_id>/shares/", SharesView.as_view()),
    path("conversations/<uuid:conversation_id>/", ConversationView.as_view()),
    path("conversations/<uuid:conversation_id>/turns/", TurnsView.as_view()),
    path("turns/<uuid:turn_id>/feedback/", TurnFeedbackView.as_view()),
    path("turns/<uuid:turn_id>/variables/", TurnVariablesView.as_view()),
    path("shares/<int:share_id>/", ShareView.as_view()),
    path("shared-with-me/", SharedWithMeView.as_view()),
    path("shared-with-me/<str:kind>/<uuid:thing_id>/", OneSharedWithMeView.as_view()),
    path("shared/<str:token>/", SharedView.as_view()),
    path("shared/<str:token>/conversations/", SharedConversationsView.as_view()),
    path("shared/<str:token>/conversations/<uuid:conversation_id>/", SharedConversationView.as_view()),
    path(
        "shared/<str:token>/conversations/<uuid:conversation_id>/questions/<int:wait_id>/answer/",
        SharedQuestionView.as_view(),
    ),
    path("health/", HealthView.as_view()),
    path("health/ready/", ReadyView.as_view()),
    path("schema/", SchemaView.as_view(), name="schema"),
    path("docs/", DocsView.as_view(url_name="schema")),
    path("session/", SessionView.as_view()),
    path("session/second-step/", SecondStepView.as_view()),
    path("session/second-step/options/", SecondStepOptionsView.as_view()),
    path("setup/", SetupView.as_view()),
    path("setup/link/", SetupLinkView.as_view()),
    path("account/password/", PasswordView.as_view()),
    path("account/password/reset/", PasswordResetView.as_view()),
    path("account/email/", EmailView.as_view()),
    path("account/confirmation/", ConfirmationView.as_view()),
    path("account/confirmation/options/", ConfirmationOptionsView.as_view()),
    path("account/factors/", FactorsView.as_view()),
    path("account/factors/<int:factor_id>/", FactorView.as_view()),
    path("account/factors/totp/offer/", TotpOfferView.as_view()),
    path("account/factors/totp/", TotpView.as_view()),
    path("account/factors/passkeys/options/", PasskeyOptionsView.as_view()),
    path("account/factors/passkeys/", PasskeysView.as_view()),
    path("account/factors/recovery-codes/", RecoveryCodesView.as_view()),
    path("account/preferences/", PreferencesView.as_view()),
    path("account/sessions/", SessionsView.as_view()),
    path("account/sessions/<int:browser_session_id>/", OneSessionView.as_view()),
    path("tokens/", TokensView.as_view()),
    path("tokens/<int:token_id>/", TokenView.as_view()),
    path("node-types/", NodeTypesView.as_view()),
    path("template-filters/", TemplateFiltersView.as_view()),
    path("workflow-templates/", WorkflowTemplatesView.as_view()),
    path("workflows/", WorkflowsView.as_view()),
    path("workflows/import/", WorkflowImportView.as_view()),
    path("workflows/library/", LibraryView.as_view()),
    path("workflows/callers/", WorkflowCallersView.as_view()),
    path("workflows/change/", WorkflowsChangeView.as_view()),
    path("workflows/delete/", WorkflowsDeleteView.as_view()),
    path("workflows/<uuid:workflow_id>/", WorkflowView.as_view()),
    path("workflows/<uuid:workflow_id>/favourite/", WorkflowFavouriteView.as_view()),
    path("workflows/<uuid:workflow_id>/duplicate/", WorkflowDuplicateView.as_view()),
    path("workflows/<uuid:workflow_id>/export/", WorkflowExportView.as_view()),
    path("workflows/<uuid:workflow_id>/members/", MembersView.as_view()),
    path("workflows/<uuid:workflow_id>/people/", WorkflowPeopleView.as_view()),
    path("workflows/<uuid:workflow_id>/comments/", CommentsView.as_view()),
    path("workflows/<uuid:workflow_id>/comment-threads/", CommentThreadsView.as_view()),
    path("comments/<uuid:comment_id>/", CommentView.as_view()),
    path("comment-threads/<uuid:thread_id>/", CommentThreadView.as_view()),
    path("workflows/<uuid:workflow_id>/variables/", WorkflowVariablesView.as_view()),
    path("variables/", VariablesView.as_view()),
    path("variables/<str:variable_name>/", VariableView.as_view()),
    path("alert-rules/", AlertRulesView.as_view()),
    path("alert-rules/<uuid:alert_rule_id>/", AlertRuleView.as_view()),
    path("alert-rules/<uuid:alert_rule_id>/test/", AlertRuleTestView.as_view()),
    path("workflows/<uuid:workflow_id>/alert-rules/", WorkflowAlertRulesView.as_view()),
    path("inbox/", InboxView.as_view()),
    path("inbox/<uuid:item_id>/", InboxItemView.as_view()),
    path("workflows/<uuid:workflow_id>/graph/", GraphView.as_view()),
    path("workflows/<uuid:workflow_id>/interface/", InterfaceView.as_view()),
    path("workflows/<uuid:workflow_id>/versions/", VersionsView.as_view()),
    path("workflows/<uuid:workflow_id>/versions/<int:number>/", VersionView.as_view()),
    path("forms/<str:token>/", PublicFormView.as_view()),
    path("forms/<str:token>/open/", FormPasswordView.as_view()),
    path("forms/<str:token>/submissions/", FormSubmissionsView.as_view()),
    path("forms/<str:token>/submissions/<str:key>/", FormSubmissionView.as_view()),
    path("forms/<str:token>/submissions/<str:key>/files/<uuid:file_id>/", SubmissionResultFileView.as_view()),
    path("triggers/", TriggersView.as_view()),
    path("trigger-due-times/", DuePreviewView.as_view()),
    path("webhook-senders/", WebhookSendersView.as_view()),
    path("workflows/<uuid:workflow_id>/triggers/", WorkflowTriggersView.as_view()),
    path("workflows/<uuid:workflow_id>/triggers/<str:node_key>/", TriggerView.as_view()),
    path("workflows/<uuid:workflow_id>/triggers/<str:node_key>/address/", TriggerAddressView.as_view()),
    path("workflows/<uuid:workflow_id>/triggers/<str:node_key>/listen/", TriggerListenView.as_view()),
    path("workflows/<uuid:workflow_id>/triggers/<str:node_key>/look/", TriggerLookView.as_view()),
    path("workflows/<uuid:workflow_id>/triggers/<str:node_key>/pause/", TriggerPauseView.as_view()),
    path("workflows/<uuid:workflow_id>/triggers/<str:node_key>/resume/", TriggerResumeView.as_view()),
    path("workflows/<uuid:workflow_id>/triggers/<str:node_key>/start/", TriggerStartView.as_view()),
    path("workflows/<uuid:workflow_id>/triggers/<str:node_key>/backfill/", TriggerBackfillView.as_view()),
    path("workflows/<uuid:workflow_id>/triggers/<str:node_key>/deliveries/", DeliveriesView.as_view()),
    path("workflows/<uuid:workflow_id>/triggers/<str:node_key>/deliveries/rejected/", RejectedAgainView.as_view()),
    path("workflows/<uuid:workflow_id>/triggers/<str:node_key>/submissions/", SubmissionsView.as_view()),
    path("workflows/<uuid:workflow_id>/triggers/<str:node_key>/submissions/columns/", SubmissionColumnsView.as_view()),
    path("workflows/<uuid:workflow_id>/triggers/<str:node_key>/submissions.csv", SubmissionFileView.as_view()),
    path("workflows/<uuid:workflow_id>/triggers/<str:node_key>/chat/", WorkflowChatView.as_view()),
    path("workflows/<uuid:workflow_id>/triggers/<str:node_key>/conversations/", WorkflowConversationsView.as_view()),
    path("workflows/<uuid:workflow_id>/triggers/<str:node_key>/shares/", WorkflowSharesView.as_view()),
    path("deliveries/<uuid:delivery_id>/", DeliveryView.as_view()),
    path("tables/<uuid:table_id>/uses/", TableUsesView.as_view()),
    path("deliveries/<uuid:delivery_id>/reply/", DeliveryReplyView.as_view()),
    path("bot-services/", BotServicesView.as_view()),
    path("tools/configs/<uuid:config_id>/uses/", ToolUsesView.as_view()),
    path("credentials/<uuid:credential_id>/uses/", CredentialUsesView.as_view()),
    path("runs/<uuid:run_id>/test/", RunTestView.as_view()),
    path("workflows/<uuid:workflow_id>/tests/", WorkflowTestsView.as_view()),
    path("workflows/<uuid:workflow_id>/evaluations/", EvaluationsView.as_view()),
    path("evaluations/<uuid:evaluation_id>/", EvaluationView.as_view()),
    path("evaluations/<uuid:evaluation_id>/rounds/", EvaluationRoundsView.as_view()),
    path("evaluation-rounds/<uuid:round_id>/", EvaluationRoundView.as_view()),
    path("evaluation-rounds/<uuid:round_id>/cancel/", EvaluationRoundCancelView.as_view()),
    path("workflow-tests/<uuid:test_id>/", WorkflowTestView.as_view()),
    path("workflow-tests/<uuid:test_id>/export/", WorkflowTestExportView.as_view()),
    path("workflow-tests/<uuid:test_id>/results/", WorkflowTestResultsView.as_view()),
]
