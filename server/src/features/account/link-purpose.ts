/** What a mailed link does when it is followed. */
export type LinkPurpose = 'activation' | 'reset' | 'email';
