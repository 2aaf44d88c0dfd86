/** Discord's numbers and bits, under the names that the stand-in and its page use. */
export {
  ApplicationCommandOptionType as OptionType,
  ApplicationCommandType as CommandType,
  AttachmentFlags,
  ButtonStyle,
  ChannelType,
  ComponentType,
  GatewayCloseCodes as CloseCode,
  GatewayIntentBits as Intent,
  GatewayOpcodes as Opcode,
  InteractionResponseType as CallbackType,
  InteractionType,
  MessageFlags as MessageFlag,
  MessageType,
  PermissionFlagsBits as Permission,
  TextInputStyle,
} from 'discord-api-types/v10';
