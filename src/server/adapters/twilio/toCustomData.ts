/** What `configure_session` gets of a call, as Twilio's request names it, in snake case. */
const FIELDS = {
  call_sid: 'CallSid',
  account_sid: 'AccountSid',
  from: 'From',
  to: 'To',
  direction: 'Direction',
  forwarded_from: 'ForwardedFrom',
  caller_name: 'CallerName',
} as const;

/** Creates the `custom_data` of a telephone call: `provider: "twilio"`, and those fields that the request has. */
export function toCustomData(form: URLSearchParams): Record<string, unknown> {
  const fields = Object.entries(FIELDS).map(([name, field]) => [name, form.get(field)] as const);
  return { provider: 'twilio', ...Object.fromEntries(fields.filter(([, value]) => value !== null)) };
}
