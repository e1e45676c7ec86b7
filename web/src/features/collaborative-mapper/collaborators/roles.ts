import type { MemberRole } from '@refugia/contract/collaborative-mapper/maps.ts';

/** The roles that an owner gives, with what each of them may do. */
export const roleOptions: readonly { id: MemberRole; label: string; description: string }[] = [
  { id: 'viewer', label: 'Viewer', description: 'Reads and comments.' },
  { id: 'editor', label: 'Editor', description: 'Reads, comments and proposes changes.' },
  {
    id: 'reviewer',
    label: 'Reviewer',
    description: 'Reads, comments, proposes changes and decides about proposals.',
  },
];

/** What people with a role can now do, for a sentence that begins with a name. */
export const roleDeeds: Record<MemberRole, string> = {
  viewer: 'can now read the map.',
  editor: 'can now propose changes.',
  reviewer: 'can now decide about proposals.',
};

export function roleLabel(role: MemberRole): string {
  return roleOptions.find(({ id }) => id === role)?.label ?? role;
}
