import { hash, verify } from '@node-rs/argon2';

/** Argon2id with OWASP's first recommendation: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** A hash for names without an account. Checking against it takes as long as against a real one. */
const nobody = hash(crypto.randomUUID(), options);

export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

/**
 * Checks a password against a hash.
 * @param passwordHash undefined when there is no such account; the check takes as long as for a
 * real one, so that its duration does not tell which names exist
 */
export async function checkPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await nobody), password);
  return isRight && passwordHash !== undefined;
}
