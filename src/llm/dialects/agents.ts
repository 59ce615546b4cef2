import type { Dialect, PartEvent } from '../part.ts';
import { arrayOf, fieldsOf, numberOf, optionalString, stringOf, type Fields } from '../fields.ts';

const TYPES: ReadonlySet<unknown> = new Set([
  'raw_model_stream_event',
  'run_item_stream_event',
  'agent_updated_stream_event',
]);

/**
 * Events of a run of OpenAI's Agents SDK, which carries out the calls itself:
 * https://openai.github.io/openai-agents-js/guides/streaming/
 */
export const agents: Dialect = {
  matches: (part) => TYPES.has(fieldsOf(part)['type']),
  createReader: () => {
    let prompt = 0;
    let completion = 0;
    const addUsage = ({ inputTokens, outputTokens }: Fields): readonly PartEvent[] => {
      prompt += numberOf(inputTokens);
      completion += numberOf(outputTokens);
      return [{ kind: 'usage', prompt, completion }, { kind: 'break' }];
    };
    return (part) => {
      const { type, data } = fieldsOf(part);
      // A call was made or answered.
      if (type === 'run_item_stream_event') return [{ kind: 'alive' }];
      if (type !== 'raw_model_stream_event') return [];
      const raw = fieldsOf(data);
      if (raw['type'] === 'output_text_delta') return [{ kind: 'text', text: stringOf(raw['delta']) }];
      if (raw['type'] === 'model' && isWork(fieldsOf(raw['event']))) return [{ kind: 'alive' }];
      if (raw['type'] === 'response_done') return addUsage(fieldsOf(fieldsOf(raw['response'])['usage']));
      return [];
    };
  },
};

/**
 * Returns whether an event of the Responses API or a chunk of Chat Completions shows that the model is thinking or
 * making a call.
 */
function isWork({ type, choices }: Fields): boolean {
  if (choices === undefined) return /reasoning|function_call/u.test(stringOf(type));
  const [choice] = arrayOf(choices).map(fieldsOf);
  return choice !== undefined && optionalString(fieldsOf(choice['delta'])['content']) === undefined;
}
