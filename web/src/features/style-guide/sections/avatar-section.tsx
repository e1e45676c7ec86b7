import { Avatar } from '../../../ui/media/avatar.tsx';
import utilities from '../../../ui/style/utilities.module.css';
import { Sample, Samples } from '../sample.tsx';

/** The style guide's section 'avatar'. */
export function AvatarSection() {
  return (
    <Samples>
      <Sample title="Sizes md, lg" note="Initials until there is a photo.">
        <div className={utilities.cluster}>
          <Avatar name="field_notes" photo={null} />
          <Avatar name="field_notes" photo={null} size="lg" />
        </div>
      </Sample>
      <Sample title="With a photo">
        <div className={utilities.cluster}>
          <Avatar name="field_notes" photo="/favicon.svg" />
          <Avatar name="field_notes" photo="/favicon.svg" size="lg" />
        </div>
      </Sample>
    </Samples>
  );
}
