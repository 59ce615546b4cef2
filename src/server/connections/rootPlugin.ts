import type { FastifyPluginAsync } from 'fastify';

/** Makes the hooks and decorators of a plugin those of the app that registers it, as fastify-plugin does. */
export function createRootPlugin<Options extends object>(
  register: FastifyPluginAsync<Options>,
): FastifyPluginAsync<Options> {
  return Object.assign(register, {
    [Symbol.for('skip-override')]: true,
    [Symbol.for('fastify.display-name')]: 'antiphon',
    [Symbol.for('plugin-meta')]: { name: 'antiphon', fastify: '5.x' },
  });
}
