import type { JsonSchema } from './openApiDocument.ts';
import { html, renderProse, type Html } from './html.ts';

interface Field {
  /** The path of the field, such as `transport.audio.input`. */
  readonly path: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** Renders the fields of an object as a table, including those of nested objects. */
export function renderFields(schema: JsonSchema): Html {
  const rows = fieldsOf(schema, '').map(renderField);
  return html`<div class="wide"><table>
<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Default</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
}

/** Renders a type: a link to a schema, a constant, a union, or a name. */
export function renderType(schema: JsonSchema): Html {
  const { $ref, type = 'any', format } = schema;
  if ($ref !== undefined) {
    const name = $ref.replace(/^.*\//u, '');
    return html`<a href="${`#${name}`}">${name}</a>`;
  }
  if (schema.const !== undefined) return renderValue(schema.const);
  if (schema.enum !== undefined) return html`${schema.enum.map((value) => html`${renderValue(value)} `)}`;
  if (schema.items !== undefined) return html`array of ${renderType(schema.items)}`;
  return html`${format === undefined ? type : `${type} (${format})`}`;
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema, prefix: string): readonly Field[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const field = { path: `${prefix}${name}`, schema, isRequired: required.includes(name) };
    const inner = schema.items ?? schema;
    return [field, ...fieldsOf(inner, schema.items === undefined ? `${field.path}.` : `${field.path}[].`)];
  });
}

function renderField({ path, schema, isRequired }: Field): Html {
  const { description = '' } = schema;
  const presence = isRequired ? html` <small>required</small>` : html``;
  const standard = 'default' in schema ? renderValue(schema.default) : html``;
  return html`<tr><th scope="row"><code>${path}</code>${presence}</th><td>${renderType(schema)}</td><td>${standard}</td>
<td>${renderProse(description)} ${renderLimits(schema)}</td></tr>
`;
}

function renderLimits({ minimum, maximum }: JsonSchema): Html {
  if (minimum === undefined && maximum === undefined) return html``;
  // zod adds limits to every integer.
  const isLimited = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER;
  if (!isLimited) return minimum === undefined || minimum < 0 ? html`` : html`At least ${minimum}.`;
  return html`From ${minimum ?? 0} to ${maximum}.`;
}

function renderValue(value: unknown): Html {
  return html`<code>${JSON.stringify(value)}</code>`;
}
