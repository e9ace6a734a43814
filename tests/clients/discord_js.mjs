// A small bot on discord.js, for the sandbox's test: commands, a file, buttons, a form, suggestions, a thread.
// The environment gives SANDBOX_URL, SANDBOX_TOKEN and MODULES, the folder with node_modules.

import { createRequire } from "node:module";
import { join } from "node:path";

const require = createRequire(join(process.env.MODULES, "package.json"));
const {
  ActionRowBuilder, AttachmentBuilder, ButtonBuilder, ButtonStyle, ChannelType, Client, Events, GatewayIntentBits,
  MessageFlags, ModalBuilder, SlashCommandBuilder, StringSelectMenuBuilder, TextInputBuilder, TextInputStyle,
} = require("discord.js");

const client = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages, GatewayIntentBits.DirectMessages],
  allowedMentions: { parse: [] },
  rest: { api: `${process.env.SANDBOX_URL}/api`, version: "10" },
});

const commands = [
  new SlashCommandBuilder().setName("board").setDescription("Shows a board"),
  new SlashCommandBuilder().setName("slow").setDescription("Answers late"),
  new SlashCommandBuilder().setName("thread").setDescription("Starts a thread"),
  new SlashCommandBuilder().setName("say").setDescription("Says something").addStringOption((option) =>
    option.setName("text").setDescription("What").setRequired(true).setAutocomplete(true)),
];

const picture = (description) => new AttachmentBuilder(Buffer.from("picture"), { name: "board.png", description });

const rows = () => [
  new ActionRowBuilder().addComponents(
    new ButtonBuilder().setCustomId("flip").setLabel("Flip").setStyle(ButtonStyle.Primary),
    new ButtonBuilder().setCustomId("ask").setLabel("Ask").setStyle(ButtonStyle.Secondary),
  ),
  new ActionRowBuilder().addComponents(
    new StringSelectMenuBuilder().setCustomId("piece").setPlaceholder("Piece")
      .addOptions({ label: "Knight", value: "n" }, { label: "Rook", value: "r" }),
  ),
];

const form = () => new ModalBuilder().setCustomId("form").setTitle("Move").addComponents(
  new ActionRowBuilder().addComponents(
    new TextInputBuilder().setCustomId("move").setLabel("Your move").setStyle(TextInputStyle.Short),
  ),
);

async function onCommand(interaction) {
  switch (interaction.commandName) {
    case "board": {
      const answer = await interaction.reply({
        content: "a board", files: [picture("White to move")], components: rows(), withResponse: true,
      });
      if (answer.resource.message.attachments.first().description !== "White to move") throw new Error("no alt text");
      return;
    }
    case "slow":
      await interaction.deferReply({ flags: MessageFlags.Ephemeral });
      await interaction.editReply({ content: "at last", files: [picture("late")] });
      await interaction.followUp({ content: "and more", flags: MessageFlags.Ephemeral });
      return;
    case "thread": {
      const thread = await interaction.channel.threads.create({ name: "game", type: ChannelType.PublicThread });
      const message = await thread.send({ content: "one", files: [picture("first")] });
      await message.edit({ content: "two", files: [picture("second")], attachments: [] });
      await interaction.reply(`<#${thread.id}>`);
      return;
    }
    case "say":
      await interaction.reply(interaction.options.getString("text"));
      return;
  }
}

client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isChatInputCommand()) await onCommand(interaction);
  else if (interaction.isAutocomplete()) {
    const typed = interaction.options.getFocused();
    await interaction.respond([{ name: `${typed}!`, value: `${typed}!` }]);
  } else if (interaction.isModalSubmit()) {
    await interaction.reply(`form: ${interaction.fields.getTextInputValue("move")}`);
  } else if (interaction.customId === "ask") await interaction.showModal(form());
  else if (interaction.customId === "flip") {
    await interaction.update({ content: "flipped", files: [picture("Black to move")], attachments: [], components: [] });
  } else if (interaction.customId === "piece") {
    await interaction.deferUpdate();
    await interaction.editReply(`chose ${interaction.values.join(", ")}`);
  }
});

client.on(Events.MessageCreate, async (message) => {
  if (!message.author.bot) await message.reply(`heard: ${message.content}`);
});

client.once(Events.ClientReady, () => client.application.commands.set(commands));
await client.login(process.env.SANDBOX_TOKEN);
