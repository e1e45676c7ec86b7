import { Send } from 'lucide-react';
import { useState } from 'react';
import type { KeyboardEvent } from 'react-aria-components';
import { Button } from './button.tsx';
import { Form, FormActions } from './form.tsx';
import { Icon } from './icon.tsx';
import { TextArea } from './text-area.tsx';

interface CommentInputProps {
  label: string;
  /**
   * Takes the text, trimmed and never empty. The input is emptied once a promise is fulfilled, and
   * keeps its text when it is rejected; whoever rejects it says why.
   */
  onSend: (text: string) => void | Promise<void>;
  /** Default 'Send'. */
  sendLabel?: string;
  /** With it, a button beside Send leaves without sending. */
  onCancel?: () => void;
  placeholder?: string;
  maxLength?: number;
  isDisabled?: boolean;
}

/** Something to say about something, growing with its text. Ctrl or ⌘ with Enter sends it. */
export function CommentInput({
  label,
  onSend,
  sendLabel = 'Send',
  onCancel,
  placeholder,
  maxLength,
  isDisabled,
}: CommentInputProps) {
  const [text, setText] = useState('');
  const [isSending, setIsSending] = useState(false);
  const canSend = text.trim() !== '' && !isDisabled;

  async function send(): Promise<void> {
    if (!canSend || isSending) return;
    setIsSending(true);
    try {
      await onSend(text.trim());
      setText('');
    } catch {
      // The text stays, so that nothing that was written is lost.
    } finally {
      setIsSending(false);
    }
  }

  function handleKey(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
    else event.continuePropagation();
  }

  return (
    <Form onSubmit={() => void send()}>
      <TextArea
        label={label}
        value={text}
        onChange={setText}
        onKeyDown={handleKey}
        rows={2}
        placeholder={placeholder}
        maxLength={maxLength}
        isDisabled={isDisabled}
      />
      <FormActions>
        {onCancel && (
          <Button kind="text" size="sm" onPress={onCancel}>
            Cancel
          </Button>
        )}
        <Button
          type="submit"
          size="sm"
          icon={<Icon of={Send} size="sm" />}
          isDisabled={!canSend}
          isPending={isSending}
        >
          {sendLabel}
        </Button>
      </FormActions>
    </Form>
  );
}
