import { join } from 'node:path';
import { type Config, isLoopbackHost } from './platform/config.ts';

function describeMail({ smtpUrl, host, publicUrl, dataDirectory, role }: Config): string {
  if (smtpUrl !== undefined) return `Mail goes out through ${new URL(smtpUrl).host}`;
  const kept = `Mail is not sent but kept in ${join(dataDirectory, 'outbox')}`;
  const isLocal = isLoopbackHost(host) && isLoopbackHost(new URL(publicUrl).hostname);
  return isLocal && role !== 'worker' ? `${kept}: read it at ${publicUrl}/dev/mail` : kept;
}

function describeImagery({ imageryUrl }: Config): string {
  if (imageryUrl === 'demo') return 'Imagery is simulated (IMAGERY_URL=demo)';
  const catalogue = imageryUrl === '' ? 'the public Earth Search catalogue' : imageryUrl;
  return `Imagery comes from ${catalogue}; when it can't be reached, it is simulated and says so`;
}

function describeStorage({ bucket }: Config): string[] {
  return bucket ? [`Results and photos are stored in the bucket ${bucket.url}`] : [];
}

function describeRole({ role, brandName }: Config): string[] {
  if (role === 'worker') return [`${brandName} works on jobs, and answers at no address`];
  if (role === 'api') return ['Jobs are left to processes with --role=worker'];
  return [];
}

/** The lines that a start prints besides the address. */
export function describeStart(config: Config): string[] {
  return [
    ...describeRole(config),
    ...describeStorage(config),
    describeMail(config),
    describeImagery(config),
  ];
}
