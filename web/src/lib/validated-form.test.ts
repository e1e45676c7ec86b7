import { describe, expect, test } from 'vitest';
import { blurFields, changeField, noteServerError, startForm } from './validated-form.ts';

const start = startForm({ email: '', name: '' });

describe('a form that judges on blur', () => {
  test('shows no error before a field is left', () => {
    expect(changeField(start, 'email', 'x').blurred.has('email')).toBe(false);
  });

  test('judges a field once it is left, and only that one', () => {
    const left = blurFields(start, ['email']);
    expect([...left.blurred]).toEqual(['email']);
  });

  test('hides the error again when the value changes', () => {
    const changed = changeField(blurFields(start, ['email', 'name']), 'email', 'a@b.org');
    expect([...changed.blurred]).toEqual(['name']);
    expect(changed.values).toEqual({ email: 'a@b.org', name: '' });
  });

  test('forgets what the server said of an earlier value', () => {
    const typed = changeField(start, 'email', 'a@b.org');
    const judged = noteServerError(typed, 'email', 'a@b.org', 'Taken.');
    expect(judged.serverErrors).toEqual({ email: 'Taken.' });
    expect(changeField(judged, 'email', 'c@d.org').serverErrors).toEqual({});
  });

  test('takes no answer of the server for a value that is gone', () => {
    const typed = changeField(start, 'email', 'new@b.org');
    expect(noteServerError(typed, 'email', 'old@b.org', 'Taken.')).toBe(typed);
  });
});
