import type { AgentFunction } from '../../sessionControl.ts';

/** Functions of an agent, by name. */
export type Functions<SessionData = object> = Readonly<Record<string, AgentFunction<SessionData>>>;

/** Finds a function by its name, which a model may have invented. */
export function findFunction<SessionData>(
  functions: Functions<SessionData>,
  name: string,
): AgentFunction<SessionData> | undefined {
  return Object.hasOwn(functions, name) ? functions[name] : undefined;
}
