import { NEVER } from 'rxjs';
import * as z from 'zod';
import type { AntiphonError } from '../core/errors.ts';
import { createTeardownError } from '../stream/fromHandler.ts';
import type { AgentFunction, FunctionContext } from '../session/sessionControl.ts';
import { fromReturned } from '../session/agentCode/functions/fromReturned.ts';
import type { Border, Codec } from './border.ts';
import { resultCodec } from './codecs.ts';
import type { Incoming, WrittenFunction } from './format.ts';
import { carryOutReports, withReports } from './fromFunction.ts';

type Report = (error: AntiphonError) => void;

export type Functions = Readonly<Record<string, AgentFunction<never>>>;

/** Wraps functions so that the check of their arguments and their results cross the border. */
export function wrapFunctions(border: Border, functions: () => Functions, report: Report): Functions {
  const known = border.query('functions', functionsCodec, functions);
  return Object.fromEntries(
    Object.entries(known).map(([name, known]) => [name, wrapFunction(border, known, { name, report })]),
  );
}

function wrapFunction(
  border: Border,
  known: AgentFunction<never>,
  { name, report }: { readonly name: string; readonly report: Report },
): AgentFunction<never> {
  const failed = (cause: unknown): void => report(createTeardownError(cause, `"${name}"`));
  const safeParse = (args: unknown): ArgsCheck =>
    border.query('args', argsCodec, () => known.parameters.safeParse(args));
  return {
    ...known,
    parameters: Object.create(known.parameters, { safeParse: { value: safeParse } }) as z.ZodType,
    execute: (args: never, context: FunctionContext<never>) =>
      border
        .connect({
          kind: 'fn',
          codec: resultCodec,
          input: NEVER,
          outside: () => withReports(context, (given) => fromReturned(known.execute(args, given), failed)),
        })
        .pipe(carryOutReports(context)),
  };
}

/** Reads functions as stubs that cannot be called. */
const functionsCodec: Codec<Functions, Incoming['functions']> = {
  write: (functions) => mapValues(functions, writeFunction),
  read: (functions) => mapValues(functions, createStub),
};

function writeFunction(written: AgentFunction<never>): WrittenFunction {
  const { description, json_schema, uninterruptible, interruptible, timeout, filler, background } = written;
  const optional = {
    ...(interruptible === true && { interruptible }),
    ...(filler && { filler }),
    ...(background && { background }),
  };
  return { description, json_schema, uninterruptible, timeout, ...optional };
}

function createStub(known: WrittenFunction): AgentFunction<never> {
  return { ...known, parameters: z.unknown(), execute: () => NEVER };
}

type ArgsCheck = z.ZodSafeParseResult<unknown>;

const argsCodec: Codec<ArgsCheck, Incoming['args']> = {
  write: ({ error }) =>
    error === undefined
      ? {}
      : { issues: error.issues.map(({ path, message }) => ({ path: path.map(String), message })) },
  read: ({ issues }) =>
    issues === undefined
      ? { success: true, data: undefined }
      : {
          success: false,
          error: new z.ZodError(issues.map((issue) => ({ ...issue, path: [...issue.path], code: 'custom' }))),
        },
};

function mapValues<T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
