"""A small bot on discord.py, for the sandbox's test: commands, a file, buttons, a form, suggestions, a thread.

The environment gives SANDBOX_URL and SANDBOX_TOKEN.
"""

import io
import logging
import os

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket

URL = os.environ["SANDBOX_URL"]
discord.http.Route.BASE = f"{URL}/api/v10"
DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(URL.replace("http", "ws", 1) + "/")

intents = discord.Intents.none()
intents.guilds = True
intents.messages = True


class Bot(discord.Client):
    def __init__(self):
        super().__init__(intents=intents, allowed_mentions=discord.AllowedMentions.none())
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self):
        await self.tree.sync()

    async def on_message(self, message):
        if not message.author.bot:
            await message.reply(f"heard: {message.content}")


def picture(description):
    return discord.File(io.BytesIO(b"picture"), "board.png", description=description)


class Form(discord.ui.Modal, title="Move"):
    move = discord.ui.TextInput(label="Your move")

    async def on_submit(self, interaction):
        await interaction.response.send_message(f"form: {self.move.value}")


class Buttons(discord.ui.View):
    @discord.ui.button(label="Flip", style=discord.ButtonStyle.primary)
    async def flip(self, interaction, _button):
        await interaction.response.edit_message(content="flipped", attachments=[picture("Black to move")], view=None)

    @discord.ui.button(label="Ask")
    async def ask(self, interaction, _button):
        await interaction.response.send_modal(Form())

    @discord.ui.select(placeholder="Piece", options=[
        discord.SelectOption(label="Knight", value="n"), discord.SelectOption(label="Rook", value="r")])
    async def piece(self, interaction, select):
        await interaction.response.defer()
        await interaction.edit_original_response(content=f"chose {', '.join(select.values)}")


bot = Bot()


@bot.tree.command(description="Shows a board")
async def board(interaction: discord.Interaction):
    await interaction.response.send_message("a board", file=picture("White to move"), view=Buttons())
    shown = await interaction.original_response()
    assert shown.attachments[0].description == "White to move"


@bot.tree.command(description="Answers late")
async def slow(interaction: discord.Interaction):
    await interaction.response.defer(ephemeral=True)
    await interaction.edit_original_response(content="at last", attachments=[picture("late")])
    await interaction.followup.send("and more", ephemeral=True)


@bot.tree.command(description="Starts a thread")
async def thread(interaction: discord.Interaction):
    made = await interaction.channel.create_thread(name="game", type=discord.ChannelType.public_thread)
    message = await made.send("one", file=picture("first"))
    await message.edit(content="two", attachments=[picture("second")])
    await interaction.response.send_message(f"<#{made.id}>")


@bot.tree.command(description="Says something")
async def say(interaction: discord.Interaction, text: str):
    await interaction.response.send_message(text)


@say.autocomplete("text")
async def suggest(_interaction, typed: str):
    return [app_commands.Choice(name=f"{typed}!", value=f"{typed}!")]


bot.run(os.environ["SANDBOX_TOKEN"], log_level=logging.WARNING)
