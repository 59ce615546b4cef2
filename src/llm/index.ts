export type { AbortableInput, ResponseHandler } from './answerOf.ts';
export { chunks, type ModelParts, type ModelStream } from './chunks.ts';
export { mcpTools, type McpClient, type McpTool, type McpToolsOptions } from './mcpTools.ts';
export type { ModelRequest } from './messages/request.ts';
export {
  toAiSdk,
  type AiSdkAssistantPart,
  type AiSdkMessage,
  type AiSdkRequest,
} from './messages/toAiSdk.ts';
export {
  toAnthropic,
  type AnthropicBlock,
  type AnthropicRequest,
  type AnthropicToolChoice,
} from './messages/toAnthropic.ts';
export { toGemini, type GeminiPart, type GeminiRequest } from './messages/toGemini.ts';
export { toResponses, type ResponsesItem, type ResponsesRequest } from './messages/toResponses.ts';
export { withFallback, type FallbackOptions } from './withFallback.ts';
