import { checkOptions } from '../core/checkOptions.ts';
import type { NameSet } from '../core/names.ts';
import type { Context, Tracer } from '@opentelemetry/api';
import type { Redact } from '../record/redact.ts';
import { VERSION } from '../record/version.ts';
import type { SessionTelemetry, TelemetryDriver } from '../session/telemetry.ts';
import { unixTime } from '../time/unixTime.ts';
import { findCaller } from './findCaller.ts';
import { loadApi, type Tracing } from './tracing.ts';
import { traceSession } from './traceSession.ts';
import { traceSetup } from './traceSetup.ts';

export interface TelemetryOptions {
  /** True to add the words of both sides, and the arguments and results of functions. @default false */
  readonly content?: boolean | undefined;
  /**
   * Rewrites every text that `content` adds, like the recording option of the same name. @default texts are not
   * rewritten
   */
  readonly redact?: Redact | undefined;
  /** Name of the agent, for `gen_ai.agent.name`. @default none */
  readonly agent_name?: string | undefined;
  /** Name of the language model's provider, for `gen_ai.provider.name`, such as `openai`. @default none */
  readonly provider?: string | undefined;
  /** Name of the requested language model, for `gen_ai.request.model`. @default none */
  readonly model?: string | undefined;
  /** Creates the spans. @default `trace.getTracer('antiphon')` of the registered SDK */
  readonly tracer?: Tracer | undefined;
  /** Returns ms since 1970. Called once per session; further times come from its scheduler. @default the wall clock */
  readonly now?: (() => number) | undefined;
}

const OPTIONS: NameSet<keyof TelemetryOptions> = {
  content: true,
  redact: true,
  agent_name: true,
  provider: true,
  model: true,
  tracer: true,
  now: true,
};

/**
 * Creates the `telemetry` option of sessions and servers, with one OpenTelemetry trace per session. Does nothing
 * without a registered SDK.
 *
 * @example
 * ```ts
 * import type { Agent } from 'antiphon';
 * import { serve } from 'antiphon/server';
 * import { createTelemetry } from 'antiphon/telemetry';
 *
 * declare const agent: Agent;
 * const telemetry = createTelemetry({ agent_name: 'concierge', provider: 'openai', model: 'gpt-6-luna' });
 * await serve({ agent, telemetry }); // traces go to the OpenTelemetry SDK that your process has registered
 * ```
 *
 * @throws AntiphonError `usage_invalid` for an unknown option, or if the optional package @opentelemetry/api is not
 *   installed
 */
export function createTelemetry(options: TelemetryOptions = {}): SessionTelemetry {
  checkOptions('createTelemetry', options, OPTIONS);
  const api = loadApi();
  const { tracer = api.trace.getTracer('antiphon', VERSION), now = unixTime } = options;
  const tracing: Tracing = { ...options, api, tracer, now };
  return createFor(tracing, undefined);
}

function createFor(tracing: Tracing, caller: Context | undefined): TelemetryDriver {
  const { api } = tracing;
  return {
    kind: 'telemetry',
    begin: (session) => traceSession(tracing, session, { parent: caller ?? api.context.active() }),
    setUp: (session) => {
      const parent = caller ?? api.context.active();
      return traceSetup(tracing, session, { parent, untraced: createFor(tracing, parent) });
    },
    forCaller: (headers) => createFor(tracing, findCaller(api, headers)),
  };
}
