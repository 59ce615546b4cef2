import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { SchedulerLike } from 'rxjs';
import { PROBLEMS, Problem } from '../problems/problem.ts';
import type { Caller } from './caller.ts';
import { createWindows, type Windows } from './windows.ts';

/** Rate limits for one registration of the plugin. */
export interface Rates {
  /** Counts a session start by the caller. @throws Problem `rate_limited` */
  countStart(caller: Caller): void;
  /** Counts a request without a caller. @throws Problem `rate_limited` */
  countAnonymous(request: FastifyRequest): void;
  /**
   * Counts a request without a caller that fails with 401 or names an unknown session. Throws its error, or Problem
   * `rate_limited` if there were too many.
   */
  refuse(request: FastifyRequest, error: unknown): never;
}

const WINDOW_MS = 60_000;

/**
 * Creates the rate limits. `maxAnonymous` is the number of requests without a caller per minute from one IP address.
 */
export function createRates(maxAnonymous: number, scheduler: SchedulerLike): Rates {
  const [starts, anonymous] = [createWindows(WINDOW_MS, scheduler), createWindows(WINDOW_MS, scheduler)];
  const countAnonymous = ({ ip }: FastifyRequest): void => count(anonymous, networkOf(ip), maxAnonymous);
  return {
    countStart: ({ name, max_starts_per_minute = Number.POSITIVE_INFINITY }) =>
      count(starts, name, max_starts_per_minute),
    countAnonymous,
    refuse: (request, error) => {
      if (error instanceof Problem && isGuess(error)) countAnonymous(request);
      throw error;
    },
  };
}

/** Checks whether a request may have been guessing a key, a token or a session. */
function isGuess({ code }: Problem): boolean {
  return PROBLEMS[code].status === 401 || code === 'session_not_found';
}

function count(windows: Windows, key: string, max: number): void {
  const waitMs = windows.count(key, max);
  if (waitMs === 0) return;
  throw new Problem('rate_limited', [], undefined, PROBLEMS.rate_limited.detail, Math.ceil(waitMs / 1000));
}

/**
 * Returns the part of an address that identifies one client: an IPv4 address (also written as ::ffff:…), or a 64-bit
 * IPv6 network.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(?<v4>\d+\.\d+\.\d+\.\d+)$/iu.exec(ip)?.groups?.['v4'];
  if (mapped !== undefined || !isIPv6(ip)) return mapped ?? ip;
  const [left = [], right = []] = ip.toLowerCase().split('::').map(toGroups);
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}

function toGroups(part: string): readonly string[] {
  return part === '' ? [] : part.split(':').map((group) => group.replace(/^0+(?=.)/u, ''));
}
