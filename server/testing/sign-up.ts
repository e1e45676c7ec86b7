export const testPassword = 'Correct-Horse-7';

/** The body of the call by which somebody signs up. */
export const signUpOf = (username: string, email = `${username}@example.org`) => ({
  first_name: 'Given',
  last_name: 'Family',
  username,
  email,
  password: testPassword,
  password2: testPassword,
});
