import * as z from 'zod';
import { lazy } from '../../../core/lazy.ts';
import { sessionConfigSchema } from '../../../session/config/schema.ts';

/** The values that a number of the configuration may have. */
export interface SettingRange {
  readonly min: number;
  readonly max: number;
}

/** The parts of a JSON Schema that say which numbers are valid. */
interface NumberSchema {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, NumberSchema>>;
  readonly anyOf?: readonly NumberSchema[];
  readonly oneOf?: readonly NumberSchema[];
}

const schema = lazy(
  () => z.toJSONSchema(sessionConfigSchema(), { io: 'input', unrepresentable: 'any' }) as NumberSchema,
);

/** Reads the range of a setting from the schema of the configuration. `name` is dotted: `vad.activation_threshold`. */
export function readRange(name: string): SettingRange {
  const found = name.split('.').reduce<readonly NumberSchema[]>(findMembers, [schema()]);
  return {
    min: Math.max(...found.map(({ minimum = Number.NEGATIVE_INFINITY }) => minimum)),
    max: Math.min(...found.map(({ maximum = Number.POSITIVE_INFINITY }) => maximum)),
  };
}

/** Finds a member in all alternatives of the schemas. */
function findMembers(schemas: readonly NumberSchema[], name: string): readonly NumberSchema[] {
  const all = schemas.flatMap((one) => [one, ...(one.anyOf ?? []), ...(one.oneOf ?? [])]);
  return all.flatMap(({ properties }) => properties?.[name] ?? []);
}
