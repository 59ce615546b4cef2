/** Keys of values that contain no text of a person or a model. */
const STRUCTURE: ReadonlySet<string> = new Set(
  (
    'in out by kind type role object id tool_call_id name code provider path ' +
    'language speaker phase reason finish_reason utterance model created pcm v accepts system_fingerprint service_tier'
  ).split(' '),
);

/**
 * Returns whether a string in a line is text. The `name` of a message is a person's name; other names belong to
 * functions and events.
 */
export function isText(key: string, holder: object): boolean {
  if (key === 'name') return 'content' in holder && 'role' in holder;
  // The id of an item of a speech model.
  if (key === 'item') return !('turn' in holder);
  return !STRUCTURE.has(key) || (key === 'v' && 'in' in holder);
}

/** Returns whether a string in an unknown field is text: whatever its key is, except for the name of a kind. */
export function isUnknownText(key: string): boolean {
  return key !== 'type';
}

/** Returns whether a string is the ID of a function call. */
export function isCallId(key: string, holder: object): boolean {
  return key === 'tool_call_id' || (key === 'id' && 'function' in holder);
}
