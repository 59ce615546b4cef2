import * as z from 'zod';

/** The fields that all messages of a context share. */
export interface Generation {
  readonly output_format: { readonly sample_rate: number };
}

const common = {
  model_id: z.string().min(1),
  output_format: z.strictObject({
    container: z.literal('raw'),
    encoding: z.literal('pcm_s16le'),
    sample_rate: z.literal([8000, 16_000, 22_050, 24_000, 44_100, 48_000]),
  }),
  language: z.string().regex(/^[a-z]{2,3}$/u),
  add_timestamps: z.literal(true),
};

/** The settings of models from `sonic-3` on, in any version of the protocol. */
const later = {
  generation_config: z
    .strictObject({
      speed: z.number().min(0.6).max(1.5).optional(),
      emotion: z
        .string()
        .regex(/^[a-z/]+$/u)
        .optional(),
      volume: z.number().min(0.5).max(2).optional(),
    })
    .optional(),
  pronunciation_dict_id: z.string().min(1).optional(),
};

const current = z.strictObject({
  ...common,
  ...later,
  model_id: z.string().regex(/^sonic-(?:3|latest)/u),
  use_normalized_timestamps: z.literal(false).optional(),
  max_buffer_delay_ms: z.number().min(0).max(5000).optional(),
  voice: z.strictObject({ mode: z.literal('id'), id: z.string().min(1) }),
});

const controls = z.strictObject({
  speed: z.union([z.number().min(-1).max(1), z.enum(['slowest', 'slow', 'normal', 'fast', 'fastest'])]).optional(),
  emotion: z.array(z.string()).optional(),
});

const legacy = z.strictObject({
  ...common,
  ...later,
  voice: z.discriminatedUnion('mode', [
    z.strictObject({ mode: z.literal('id'), id: z.string().min(1), __experimental_controls: controls.optional() }),
    z.strictObject({
      mode: z.literal('embedding'),
      embedding: z.array(z.number()).length(192),
      __experimental_controls: controls.optional(),
    }),
  ]),
});

/** Finds the violations in a generation, by the version of the protocol. */
export function validateGeneration(generation: unknown, version: string): readonly string[] {
  const { error } = (version === '2024-11-13' ? legacy : current).safeParse(generation);
  return error === undefined ? [] : error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}
