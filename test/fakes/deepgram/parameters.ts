import type { ClientRequest, FakeReply } from '../kit/fake.ts';

/** The rules of a parameter. */
export interface Parameter {
  readonly pattern: RegExp;
  readonly isRepeatable?: boolean;
  readonly isRequired?: boolean;
}

export type Parameters = Readonly<Record<string, Parameter>>;

export const BOOLEAN: RegExp = /^(?:true|false)$/u;

/** Finds the violations of an upgrade: path, key, and name, number and value of each parameter. */
export function validateUpgrade(
  { path, query, headers }: ClientRequest,
  expected: string,
  parameters: Parameters,
): readonly string[] {
  const { authorization = '' } = headers;
  const key = /^Token (\S+)$/u.exec(authorization)?.[1];
  const names = [...new Set([...query.map(([name]) => name), ...Object.keys(parameters)])];
  return [
    ...(path === expected ? [] : [`the path is ${expected}`]),
    ...(key === undefined ? ['Authorization must be `Token <key>`'] : []),
    ...(query.some(([, value]) => value === key) ? ['the key is in the URL'] : []),
    ...names.flatMap((name) => validateParameter(name, valuesOf(query, name), parameters[name])),
  ];
}

export function valuesOf(query: ClientRequest['query'], name: string): readonly string[] {
  return query.filter(([other]) => other === name).map(([, value]) => value);
}

const REFUSALS: Readonly<Record<number, readonly [code: string, message: string]>> = {
  401: ['INVALID_AUTH', 'Invalid credentials.'],
  402: ['INSUFFICIENT_CREDITS', 'Project does not have enough credits.'],
  429: ['TOO_MANY_REQUESTS', 'Too many requests. Please try again later.'],
};

/** Creates a refusal in Deepgram's shape. */
export function createRefusal(status: number): FakeReply {
  const [err_code, err_msg] = REFUSALS[status] ?? ['INTERNAL', 'Something went wrong.'];
  const request_id = '00000000-0000-4000-8000-000000000000';
  return {
    status,
    headers: { 'content-type': 'application/json', 'dg-error': err_msg, 'dg-request-id': request_id },
    body: JSON.stringify({ err_code, err_msg, request_id }),
  };
}

function validateParameter(name: string, values: readonly string[], known: Parameter | undefined): readonly string[] {
  if (known === undefined) return [`there is no parameter ${name}`];
  return [
    ...(known.isRequired === true && values.length === 0 ? [`${name} is missing`] : []),
    ...(known.isRepeatable !== true && values.length > 1 ? [`${name} is repeated`] : []),
    ...values
      .filter((value) => !known.pattern.test(value))
      .map((value) => `${name} cannot be ${JSON.stringify(value)}`),
  ];
}
