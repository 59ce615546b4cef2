import type { VoiceRequest } from './carrier.ts';
import { Problem } from '../../problems/problem.ts';

/** Creates the `custom_data` of a call: the entries of `fields` that are in the request, with names in snake case. */
export function pickCallFields(
  provider: string,
  fields: Readonly<Record<string, string>>,
  read: (field: string) => unknown,
): Record<string, unknown> {
  const found = Object.entries(fields).map(([name, field]) => [name, read(field)] as const);
  return { ...Object.fromEntries(found.filter(([, value]) => typeof value === 'string')), provider };
}

/**
 * Creates the `custom_data` of a call from a form: all of its fields with names in snake case, the SIP headers in
 * `sip_headers` with their original names, and the URL parameters in `query`. If a name has several values, the first
 * one counts.
 */
export function readCallForm(provider: string, { body, url }: VoiceRequest): Record<string, unknown> {
  const form = firstOf(new URLSearchParams(body));
  const isHeader = ([name]: Field): boolean => SIP_HEADER.test(name);
  const headers = form.filter(isHeader).map(([name, value]) => [name.replace(/^SipHeader_/u, ''), value] as const);
  const fields = form.filter((field) => !isHeader(field)).map(([name, value]) => [toSnakeCase(name), value] as const);
  return { ...Object.fromEntries(fields), ...inGroup('sip_headers', headers), ...readQuery(url), provider };
}

/** Returns the URL parameters of a request as `query`, if there are any. */
export function readQuery(url: string): Record<string, unknown> {
  return inGroup('query', firstOf(new URL(url).searchParams));
}

/** Groups entries under one name, if there are any. */
export function inGroup(name: string, entries: readonly Field[]): Record<string, unknown> {
  return entries.length === 0 ? {} : { [name]: Object.fromEntries(entries) };
}

type Field = readonly [name: string, value: string];

/** Matches the SIP header fields of Twilio, Telnyx and Vonage (`SipHeader_X-Account`) and of Plivo (`X-PH-Account`). */
export const SIP_HEADER: RegExp = /^(?:SipHeader_|X-PH-)/u;

function firstOf(fields: URLSearchParams): readonly Field[] {
  const found = new Map<string, string>();
  for (const [name, value] of fields) if (!found.has(name)) found.set(name, value);
  return [...found];
}

function toSnakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/gu, '_').toLowerCase();
}

/** Parses the body of a webhook. @throws Problem `bad_request` unless it is an object */
export function parseJsonBody(body: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Refused below, because it is not an object.
  }
  throw new Problem('bad_request', [], undefined, 'Expected the body to be a JSON object.');
}
