import { Bug, Layers2, Mail, Radar, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Tooltip, TooltipText } from '../../../ui/actions/tooltip.tsx';
import { Avatar } from '../../../ui/media/avatar.tsx';
import { Icon } from '../../../ui/media/icon.tsx';
import { Menu, type MenuEntry } from '../../../ui/overlays/menu.tsx';
import { ConfirmDialog, Modal } from '../../../ui/overlays/modal.tsx';
import { Notice } from '../../../ui/overlays/notice.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { showToast, type ToastType } from '../../../ui/overlays/toast.tsx';
import { Text } from '../../../ui/style/typography.tsx';
import { type GuideSection, Sample, Samples } from '../sample.tsx';

const links: MenuEntry[] = [
  { label: 'Habitat Patrol', description: 'Detect change on the land', icon: Radar, href: '#menu' },
  {
    label: 'Collaborative Mapper',
    description: 'Edit maps as a team',
    icon: Layers2,
    href: '#menu',
    isCurrent: true,
  },
];

function MenuSection() {
  const [chosen, setChosen] = useState('Nothing chosen yet.');
  return (
    <Samples>
      <Sample title="Links" note="With the open page marked.">
        <Menu label="Apps" entries={links} />
      </Sample>
      <Sample title="Every kind of entry">
        <Menu
          label="Support"
          entries={[
            { label: 'Contact', icon: Mail, href: '#menu' },
            { label: 'Report a bug', icon: Bug, onAction: () => setChosen('Report a bug.') },
            { label: 'Our site', href: 'https://example.org', external: true },
            { label: 'Plain text', plain: true },
          ]}
        />
        <Text number={3} tone="faint">
          {chosen}
        </Text>
      </Sample>
      <Sample title="Own trigger and head">
        <Menu
          label="Profile of field_notes"
          trigger={<Avatar name="field_notes" photo={null} />}
          header={<Text number={2}>field_notes</Text>}
          entries={[{ label: 'Visit Profile', href: '#menu' }]}
        />
      </Sample>
    </Samples>
  );
}

type Open = 'md' | 'wide' | 'confirm' | 'danger' | null;

function ModalSection() {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const answers = { onConfirm: close, onCancel: close };
  return (
    <Samples>
      <Sample title="Modal" note="A press on the backdrop leaves it open; Escape closes it." isRow>
        <Button kind="secondary" onPress={() => setOpen('md')}>
          Size md
        </Button>
        <Button kind="secondary" onPress={() => setOpen('wide')}>
          Size wide
        </Button>
      </Sample>
      <Sample title="Confirm dialog" isRow>
        <Button kind="secondary" onPress={() => setOpen('confirm')}>
          Ask
        </Button>
        <Button kind="secondary" tone="danger" onPress={() => setOpen('danger')}>
          Ask before deleting
        </Button>
      </Sample>
      <Modal
        title="Email Verification"
        size={open === 'wide' ? 'wide' : 'md'}
        isOpen={open === 'md' || open === 'wide'}
        onClose={close}
        footer={<Button onPress={close}>Done</Button>}
      >
        <Text>We sent you a link. Follow it, and your account is ready.</Text>
      </Modal>
      <ConfirmDialog
        {...answers}
        title="Change your username?"
        isOpen={open === 'confirm'}
        confirmLabel="Confirm username change"
        cancelLabel="Go back"
      >
        <Text>You will be logged out and log in again with the new one.</Text>
      </ConfirmDialog>
      <ConfirmDialog
        {...answers}
        title="Delete this map?"
        isOpen={open === 'danger'}
        confirmLabel="Delete map"
        tone="danger"
      >
        <Text>It can be restored for 30 days.</Text>
      </ConfirmDialog>
    </Samples>
  );
}

const notices = [
  ['message', 'The imagery of this area is simulated.'],
  ['success', 'The area is small enough for a run.'],
  ['warning', 'Half of the area was under clouds.'],
  ['error', 'No scene covers this area.'],
] as const;

function NoticeSection() {
  return (
    <Samples>
      {notices.map(([type, text]) => (
        <Sample key={type} title={`Type ${type}`}>
          <Notice type={type}>{text}</Notice>
        </Sample>
      ))}
    </Samples>
  );
}

const popoverPlacements = ['bottom', 'top', 'start', 'end'] as const;

function PopoverSection() {
  return (
    <Samples>
      <Sample title="On each side" note="The other side when there is no room." isRow>
        {popoverPlacements.map((placement) => (
          <Popover
            key={placement}
            title="Clear pixels"
            placement={placement}
            trigger={
              <Button kind="secondary" size="sm">
                {placement}
              </Button>
            }
          >
            <Text number={2}>The share of the area that no cloud covered on both dates.</Text>
          </Popover>
        ))}
      </Sample>
    </Samples>
  );
}

const toasts: [type: ToastType, text: string][] = [
  ['error', 'Something went wrong.'],
  ['message', 'Your session has expired and you have been logged out.'],
  ['success', 'Logged in.'],
  ['warning', 'This account has not been activated.'],
];

function ToastSection() {
  return (
    <Samples>
      <Sample
        title="Types"
        note="At the top for 8 seconds; waits while pointed at or focused."
        wide
        isRow
      >
        {toasts.map(([type, text]) => (
          <Button key={type} kind="secondary" onPress={() => showToast(type, text)}>
            {type}
          </Button>
        ))}
      </Sample>
    </Samples>
  );
}

const tooltipPlacements = ['top', 'bottom', 'start', 'end'] as const;

function TooltipSection() {
  return (
    <Samples>
      <Sample title="On each side of a control" note="Point at it, or reach it with Tab." isRow>
        {tooltipPlacements.map((placement) => (
          <Tooltip key={placement} text={`On the side ${placement}`} placement={placement}>
            <Button kind="secondary" size="sm">
              {placement}
            </Button>
          </Tooltip>
        ))}
      </Sample>
      <Sample title="At something that is no control">
        <TooltipText text="Layer 1 has failed validation on raster upload.">
          <Icon of={TriangleAlert} />
        </TooltipText>
      </Sample>
    </Samples>
  );
}

export const overlaySections: readonly GuideSection[] = [
  { id: 'menu', title: 'Menu', Component: MenuSection },
  { id: 'modal', title: 'Modal', Component: ModalSection },
  { id: 'notice', title: 'Notice', Component: NoticeSection },
  { id: 'popover', title: 'Popover', Component: PopoverSection },
  { id: 'toast', title: 'Toast', Component: ToastSection },
  { id: 'tooltip', title: 'Tooltip', Component: TooltipSection },
];
