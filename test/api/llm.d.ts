// src/llm/answerOf.d.ts
export interface AbortableInput {
    readonly signal: AbortSignal;
}
export type ResponseHandler<Input extends AbortableInput> = (input: Input) => HandlerStream<ChatCompletionChunk>;

// src/llm/chunks.d.ts
export declare function chunks(stream: ModelStream): AsyncIterable<ChatCompletionChunk>;
export type ModelParts = AsyncIterable<unknown> | {
    readonly fullStream: AsyncIterable<unknown>;
};
export type ModelStream = ModelParts | PromiseLike<ModelParts>;

// src/llm/mcpTools.d.ts
export declare function mcpTools(client: McpClient, options?: McpToolsOptions): Promise<Record<string, AgentFunction<never>>>;
export interface McpClient {
    listTools(params?: {
        cursor?: string;
    }): Promise<{
        readonly tools: readonly McpTool[];
        readonly nextCursor?: string | undefined;
    }>;
    callTool(...args: never): Promise<unknown>;
}
export interface McpTool {
    readonly name: string;
    readonly description?: string | undefined;
    readonly inputSchema: object;
}
export interface McpToolsOptions {
    readonly only?: readonly string[] | undefined;
    readonly prefix?: string | undefined;
    readonly timeout?: number | undefined;
    readonly maxResultChars?: number | undefined;
}

// src/llm/messages/request.d.ts
export interface ModelRequest {
    readonly messages: readonly ChatMessage[];
    readonly tools?: readonly Tool[] | undefined;
    readonly tool_choice?: ToolChoice | undefined;
}

// src/llm/messages/toAiSdk.d.ts
export declare function toAiSdk<Schema>({ messages, tools, tool_choice: choice }: ModelRequest, jsonSchema: (schema: Record<string, unknown>) => Schema): AiSdkRequest<Schema>;
export type AiSdkAssistantPart = {
    type: 'text';
    text: string;
} | {
    type: 'tool-call';
    toolCallId: string;
    toolName: string;
    input: Record<string, unknown>;
};
export type AiSdkMessage = {
    role: 'user';
    content: string;
} | {
    role: 'assistant';
    content: AiSdkAssistantPart[];
} | {
    role: 'tool';
    content: {
        type: 'tool-result';
        toolCallId: string;
        toolName: string;
        output: {
            type: 'text';
            value: string;
        };
    }[];
};
export interface AiSdkRequest<Schema> {
    system?: string;
    messages: AiSdkMessage[];
    tools?: Record<string, {
        description?: string;
        inputSchema: Schema;
    }>;
    toolChoice?: 'auto' | 'none' | 'required' | {
        type: 'tool';
        toolName: string;
    };
}

// src/llm/messages/toAnthropic.d.ts
export declare function toAnthropic({ messages, tools, tool_choice }: ModelRequest): AnthropicRequest;
export type AnthropicBlock = {
    type: 'text';
    text: string;
} | {
    type: 'tool_use';
    id: string;
    name: string;
    input: Record<string, unknown>;
} | {
    type: 'tool_result';
    tool_use_id: string;
    content: string;
};
export interface AnthropicRequest {
    system?: string;
    messages: {
        role: 'user' | 'assistant';
        content: AnthropicBlock[];
    }[];
    tools?: {
        name: string;
        description?: string;
        input_schema: {
            type: 'object';
        } & Record<string, unknown>;
    }[];
    tool_choice?: AnthropicToolChoice;
}
export type AnthropicToolChoice = {
    type: 'auto' | 'any' | 'none';
} | {
    type: 'tool';
    name: string;
};

// src/llm/messages/toGemini.d.ts
export declare function toGemini({ messages, tools }: ModelRequest): GeminiRequest;
export type GeminiPart = {
    text: string;
} | {
    functionCall: {
        id: string;
        name: string;
        args: Record<string, unknown>;
    };
    thoughtSignature: string;
} | {
    functionResponse: {
        id: string;
        name: string;
        response: {
            output: string;
        };
    };
};
export interface GeminiRequest {
    contents: {
        role: 'user' | 'model';
        parts: GeminiPart[];
    }[];
    config: {
        systemInstruction?: string;
        tools?: {
            functionDeclarations: {
                name: string;
                description?: string;
                parametersJsonSchema: Record<string, unknown>;
            }[];
        }[];
    };
}

// src/llm/messages/toResponses.d.ts
export declare function toResponses({ messages, tools, tool_choice: choice }: ModelRequest): ResponsesRequest;
export type ResponsesItem = {
    role: 'system' | 'user' | 'assistant';
    content: string;
} | {
    type: 'function_call';
    call_id: string;
    name: string;
    arguments: string;
} | {
    type: 'function_call_output';
    call_id: string;
    output: string;
};
export interface ResponsesRequest {
    input: ResponsesItem[];
    tools?: {
        type: 'function';
        name: string;
        description?: string;
        parameters: Record<string, unknown>;
        strict: false;
    }[];
    tool_choice?: 'auto' | 'none' | 'required' | {
        type: 'function';
        name: string;
    };
}

// src/llm/withFallback.d.ts
export declare function withFallback<Input extends AbortableInput>(handlers: readonly ResponseHandler<Input>[], options?: FallbackOptions): (input: Input) => Observable<ChatCompletionChunk>;
export interface FallbackOptions {
    readonly timeout?: number | undefined;
    readonly retryAfter?: number | undefined;
    readonly hedgeAfter?: number | 'p95' | undefined;
    readonly onFailure?: ((failure: {
        readonly handler: number;
        readonly error: unknown;
    }) => void) | undefined;
    readonly scheduler?: SchedulerLike | undefined;
}
