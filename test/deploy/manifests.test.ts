import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { SETTINGS } from '../../src/cli/serve/settings.ts';
import { createTimeouts } from '../../src/server/life/timeouts.ts';
import { ROOT } from '../package/packed.ts';
import { appWith } from '../server/support.ts';
import { argumentOf, parseDockerfile, toVariables, type Stage } from './dockerfile.ts';

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly secretKeyRef: { readonly name: string; readonly key: string } };
}

interface Container {
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly env: readonly Variable[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string; readonly readOnly: boolean }[];
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly securityContext: object;
  readonly resources: { readonly limits: { readonly memory: string } };
  readonly lifecycle: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
}

interface Deployment {
  readonly kind: 'Deployment';
  readonly spec: {
    readonly template: {
      readonly metadata: { readonly labels: object };
      readonly spec: {
        readonly terminationGracePeriodSeconds: number;
        readonly securityContext: object;
        readonly containers: readonly [Container];
        readonly volumes: readonly { readonly name: string; readonly secret: { readonly secretName: string } }[];
      };
    };
  };
}

interface Service {
  readonly kind: 'Service';
  readonly spec: { readonly selector: object; readonly ports: readonly [{ readonly targetPort: string }] };
}

interface Compose {
  readonly services: {
    readonly 'voice-agent': {
      readonly read_only: boolean;
      readonly cap_drop: readonly string[];
      readonly ports: readonly [string];
      readonly environment: Readonly<Record<string, string>>;
      readonly secrets: readonly string[];
      readonly stop_grace_period: string;
    };
  };
  readonly secrets: Readonly<Record<string, unknown>>;
}

const read = (name: string): string => readFileSync(join(ROOT, 'deploy', name), 'utf8');
const image = parseDockerfile(read('Dockerfile')).at(-1) as Stage;
const { PORT } = toVariables([argumentOf(image, 'ENV')]);
const [{ spec: deployment }, { spec: service }] = parseAllDocuments(read('kubernetes.yaml')).map(
  (document) => document.toJS({}) as unknown,
) as [Deployment, Service];
const pod = deployment.template.spec;
const [container] = pod.containers;
const compose = parse(read('compose.yaml')) as Compose;
const composed = compose.services['voice-agent'];

/** What the command, the server and the agent read, and node itself. */
const KNOWN = [
  ...SETTINGS.map(({ variable }) => variable),
  'ANTIPHON_API_KEYS',
  ...[...read('agent.js').matchAll(/\b[A-Z]+_API_KEY\b/gu)].map(([name]) => name),
  'NODE_OPTIONS',
];

function valueOf(name: string): string | undefined {
  return container.env.find((variable) => variable.name === name)?.value;
}

describe('the Kubernetes manifest', () => {
  test('leads from the service to the port that the image listens on', () => {
    expect(service.selector).toEqual(deployment.template.metadata.labels);
    const [{ targetPort }] = service.ports;
    expect(container.ports.find(({ name }) => name === targetPort)?.containerPort).toBe(Number(PORT));
    expect(argumentOf(image, 'EXPOSE')).toBe(PORT);
  });

  test('probes what the server answers, on that port', async () => {
    const app = await appWith();
    const { startupProbe, livenessProbe, readinessProbe } = container;
    const paths = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path);
    expect(paths).toEqual(['/healthz', '/healthz', '/readyz']);
    for (const path of paths) expect((await app.inject(path)).statusCode).toBe(200);
    const ports = [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.port);
    expect(new Set(ports)).toEqual(new Set(['http']));
  });

  test('gives the server twice its drain_timeout, after the wait before SIGTERM', () => {
    const drain = Number(valueOf('ANTIPHON_DRAIN_TIMEOUT'));
    const { drainMs } = createTimeouts({ drain_timeout: drain });
    const left = pod.terminationGracePeriodSeconds - container.lifecycle.preStop.sleep.seconds;
    expect(left * 1000).toBeGreaterThanOrEqual(2 * drainMs);
  });

  test('names only variables that something reads', () => {
    expect(container.env.map(({ name }) => name).filter((name) => !KNOWN.includes(name))).toEqual([]);
  });

  test('has no secret in it: keys come from the Secret, and the file of API keys from its volume', () => {
    const secret = container.env.filter(({ name }) => name.endsWith('_API_KEY'));
    expect(secret.map(({ value, valueFrom }) => [value, valueFrom?.secretKeyRef.name])).toEqual(
      secret.map(() => [undefined, 'voice-agent']),
    );
    expect(secret.length).toBeGreaterThan(0);
    const [mount] = container.volumeMounts;
    expect(valueOf('ANTIPHON_API_KEYS_FILE')?.startsWith(`${mount?.mountPath}/`)).toBe(true);
    expect(pod.volumes.find(({ name }) => name === mount?.name)?.secret.secretName).toBe('voice-agent');
  });

  test('takes all privileges from the server, and the permission to write', () => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  });

  test('leaves memory beside the heap', () => {
    const heap = /--max-old-space-size=(?<mib>\d+)/u.exec(valueOf('NODE_OPTIONS') ?? '')?.groups?.['mib'];
    const limit = /^(?<mib>\d+)Mi$/u.exec(container.resources.limits.memory)?.groups?.['mib'];
    expect(Number(heap)).toBeLessThanOrEqual(0.75 * Number(limit));
  });
});

describe('the Compose file', () => {
  test('publishes the port of the image on loopback', () => {
    expect(composed.ports).toEqual([`127.0.0.1:${PORT}:${PORT}`]);
  });

  test('names only variables that something reads, and a secret that it has', () => {
    expect(Object.keys(composed.environment).filter((name) => !KNOWN.includes(name))).toEqual([]);
    expect(composed.secrets.filter((name) => !(name in compose.secrets))).toEqual([]);
    expect(composed.environment['ANTIPHON_API_KEYS_FILE']).toBe(`/run/secrets/${composed.secrets[0]}`);
  });

  test('gives the server twice its drain_timeout, and no permission to write', () => {
    const { drainMs } = createTimeouts({ drain_timeout: Number(composed.environment['ANTIPHON_DRAIN_TIMEOUT']) });
    expect(Number.parseInt(composed.stop_grace_period, 10) * 1000).toBeGreaterThanOrEqual(2 * drainMs);
    expect([composed.read_only, composed.cap_drop]).toEqual([true, ['ALL']]);
  });
});
